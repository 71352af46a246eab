import { Lists } from './lists.tsx'
import { SideColumn } from './side-column.tsx'
import { SpendCard } from './spend-card.tsx'

/** What comes after the first numbers, in one file. */
export const LATER = { SpendCard, Lists, SideColumn }
