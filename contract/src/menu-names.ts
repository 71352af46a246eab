/** Names of the screens in the menu, for every text that refers to one. */
export const MENU_NAMES = {
  access: 'API Access',
  settings: 'Settings',
  subscriptions: 'Access Subscriptions',
  payments: 'Payments',
} as const
