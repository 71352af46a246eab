const block = /^```tsx?\n(?:\/\/ (\S+)\n)?(.*?)^```$/gms

/** Code blocks in our documents must name their file and occur in it literally. */
export function checkQuotes(
  page: { path: string; text: string },
  read: (path: string) => string | undefined,
): string[] {
  return [...page.text.matchAll(block)].flatMap(([, file, code = '']) => {
    const about = `${page.path}: "${code.split('\n')[0]}"`
    if (file === undefined) return [`${about} names no file`]
    const text = read(file)
    if (text === undefined) return [`${about} names ${file}, which does not exist`]
    return text.includes(code) ? [] : [`${about} does not stand like this in ${file}`]
  })
}
