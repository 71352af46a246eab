import type { MenuItem } from '@portico/contract/menu.ts'

/** Raised on the window when an entry of the left menu without submenu is clicked. */
export function raiseMenuItemClick(item: MenuItem): void {
  window.dispatchEvent(new CustomEvent('menu-item-click', { detail: { html_id: item.html_id, url: item.url } }))
}
