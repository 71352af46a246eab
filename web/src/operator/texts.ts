import { type MessageKey, useI18n, type Values } from '#i18n/i18n.tsx'
import type own from '../../i18n/operator/de.json'

/** Texts of the product, and those of the console alone, which customers do not load. */
export type ConsoleKey = MessageKey | keyof typeof own

export function useConsoleT(): (key: ConsoleKey, values?: Values) => string {
  return useI18n().translateProblem
}
