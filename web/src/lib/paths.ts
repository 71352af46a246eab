import { PATHS } from '@portico/contract/screens.ts'

/** Every address of the product, by name; a house test forbids writing one by hand anywhere else. */
export const paths = PATHS
