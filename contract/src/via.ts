/** How a call came to the data API, where it was no program of the customer's own. A call with an API key is one of a program. */
export const VIAS = ['playground', 'agent'] as const
export type Via = (typeof VIAS)[number]

/** A filter: `program` is the customer's own, a number one agent login or API key. */
export const VIA_FILTER = new RegExp(`^(program|${VIAS.join('|')}|[1-9]\\d{0,8})$`)
