import { type Boot, booting } from '@portico/contract/boot.ts'
import { call } from '#lib/api.ts'

/** The boot data in the page; the page of the development server has none and requests it. */
export async function readBoot(): Promise<Boot> {
  const inPage = document.getElementById('boot')?.textContent
  return inPage ? JSON.parse(inPage) : call(booting.boot, {})
}
