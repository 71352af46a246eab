import type { MenuItem } from '@portico/contract/menu.ts'

/** Raised on the window when an entry of the left menu that has no entries of its own is clicked. */
export function raiseMenuItemClick(item: MenuItem): void {
  window.dispatchEvent(new CustomEvent('menu-item-click', { detail: { html_id: item.html_id, url: item.url } }))
}
