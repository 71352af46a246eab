import type { Brand } from '@portico/contract/whitelabel.ts'
import { createContext, type ReactNode, use } from 'react'

const BrandContext = createContext<Brand | undefined>(undefined)

export function BrandProvider({ brand, children }: { brand: Brand; children: ReactNode }) {
  return <BrandContext value={brand}>{children}</BrandContext>
}

export function useBrand(): Brand {
  const brand = use(BrandContext)
  if (!brand) throw new Error('BrandProvider is missing')
  return brand
}
