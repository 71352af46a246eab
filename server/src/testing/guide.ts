/** A code block of a guide: a file to save, commands, what they print, or a step by hand. */
export interface GuideBlock {
  kind: 'file' | 'sh' | 'text' | 'by hand'
  name: string
  text: string
}

/** The code blocks of a page. The words after the fence are the language and, for a file, its name. */
export function readGuide(page: string): GuideBlock[] {
  return [...page.matchAll(/^```(\w+)(?: (.+))?\n([\s\S]*?)\n```$/gm)].map(
    ([, language = '', name = '', text = '']) => {
      if (name === 'by hand') return { kind: 'by hand', name, text }
      if (name !== '') return { kind: 'file', name, text }
      return { kind: language === 'sh' ? 'sh' : 'text', name, text }
    },
  )
}

/** Lines of a block that the output does not have, in whole or as a part of a line. */
export function missingLines(expected: string, output: string): string[] {
  return expected.split('\n').filter((line) => !output.includes(line))
}
