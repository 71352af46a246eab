import type { BudgetLine } from '@portico/contract/alert-kinds.ts'

interface Lines {
  soft_micros: number | null
  hard_micros: number | null
}
export interface PassedLine {
  line: BudgetLine
  line_micros: number
}

/**
 * The lines a month has passed, the most severe first. The hard line counts as passed also when it refused a call for
 * which too little of it was left. A forecast is compared with the last line, until that is reached.
 */
export function passedLines(
  { soft_micros, hard_micros }: Lines,
  {
    spent_micros,
    forecast_micros,
    is_refused,
  }: { spent_micros: number; forecast_micros: number | null; is_refused: boolean },
): PassedLine[] {
  const passed: PassedLine[] = []
  const is_hard = hard_micros !== null && (spent_micros >= hard_micros || is_refused)
  const is_soft = soft_micros !== null && spent_micros >= soft_micros
  if (is_hard) passed.push({ line: 'hard', line_micros: hard_micros })
  if (is_soft) passed.push({ line: 'soft', line_micros: soft_micros })
  const last = hard_micros ?? soft_micros
  const is_over = hard_micros === null ? is_soft : is_hard
  if (last !== null && !is_over && forecast_micros !== null && forecast_micros > last)
    passed.push({ line: 'forecast', line_micros: last })
  return passed
}
