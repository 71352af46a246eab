/** How a call came to the data API, where it was no program of the customer's own. */
export const VIAS = ['playground', 'agent'] as const
export type Via = (typeof VIAS)[number]
