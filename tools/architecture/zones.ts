import { at, isTest, type Source, walk } from './tree.ts'

/** Finds formats of times that name no zone: what they write would depend on the zone of the server's machine. */
export function checkZones(sources: Source[]): string[] {
  return sources
    .filter((source) => /^(server|contract)\/src\//.test(source.path) && !isTest(source))
    .flatMap((source) => {
      const faults: string[] = []
      const check = (node: { start: number; end: number; callee: { start: number; end: number } }) => {
        const callee = source.text.slice(node.callee.start, node.callee.end)
        if (!/^Intl\.DateTimeFormat$|\.toLocale(Date|Time)String$/.test(callee)) return
        if (!/\btimeZone\b/.test(source.text.slice(node.callee.end, node.end)))
          faults.push(`${at(source, node.start)}: a time is written without a timeZone`)
      }
      if (/DateTimeFormat|toLocale/.test(source.text)) walk(source, { NewExpression: check, CallExpression: check })
      return faults
    })
}
