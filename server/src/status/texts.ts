import type { Impact, IncidentState } from '@portico/contract/operator-incidents.ts'
import type { ApiState } from './judge.ts'

/** The status page in one language. */
export interface StatusTexts {
  title(brand: string): string
  description(brand: string): string
  overall: Record<ApiState | 'unknown', string>
  states: Record<ApiState, string>
  as_of(at: string): string
  old(at: string): string
  never: string
  apis: string
  legend: string
  /** Of calls that got an answer; the percentage comes formatted. */
  answered(percent: string): string
  no_calls: string
  first_day: string
  today: string
  day(day: string, percent: string): string
  day_without_calls(day: string): string
  bad_days: string
  current: string
  past: string
  no_incidents: string
  heading: Record<Impact, (apis: string) => string>
  all_apis: string
  update_states: Record<IncidentState, { label: string; sentence: string }>
  maintenance: string
  maintenance_text(from: string, to: string): string
  /** A window in a mail, by what became of it. */
  windows: Record<'planned' | 'changed' | 'cancelled', string> & { cancelled_text(from: string): string }
  subscribe: Record<'heading' | 'hint' | 'label' | 'button' | 'feed', string>
  sent: { title: string; text(email: string): string }
  wrong_email: string
  too_many: string
  confirm: { title: string; text(email: string): string; button: string }
  confirmed: { title: string; text(email: string): string }
  stop: { title: string; text(email: string): string; button: string }
  stopped: { title: string; text(email: string): string }
  old_link: { title: string; text: string }
  busy: { title: string; text: string }
  back: string
  language: string
}
