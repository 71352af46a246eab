/** Such as `Visa •••• 4242`: all that is shown of what was paid with. */
export function labelOf({ brand, last4 }: { brand: string; last4: string }): string {
  return last4 ? `${brand} •••• ${last4}` : brand
}
