import { isGood } from '@portico/contract/codes.ts'
import { Badge } from '#ui/show/badge.tsx'

/** The data API's status of a request or of a task. */
export function Verdict({ code, message }: { code: number; message: string }) {
  return (
    <Badge tone={isGood(code) ? 'good' : 'bad'}>
      {code} {message}
    </Badge>
  )
}
