import { PATHS } from '@portico/contract/screens.ts'

/** Every address of the product, by name; an architecture test forbids writing one by hand anywhere else. */
export const paths = PATHS
