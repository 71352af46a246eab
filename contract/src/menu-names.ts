/** What the menu calls its screens, for every text that sends someone there. */
export const MENU_NAMES = {
  access: 'API Access',
  settings: 'Settings',
  subscriptions: 'Access Subscriptions',
  payments: 'Payments',
} as const
