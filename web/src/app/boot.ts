import { type Boot, booting } from '@portico/contract/boot.ts'
import { call } from '#lib/api.ts'

/** The boot data that stands in the page; the development server's page has none and asks. */
export async function readBoot(): Promise<Boot> {
  const inPage = document.getElementById('boot')?.textContent
  return inPage ? JSON.parse(inPage) : call(booting.boot, {})
}
