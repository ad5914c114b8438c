import { api } from '#client/api.ts'
import type { MenuLink } from '#client/shop-context.ts'
import { orThrow } from '#contract/envelope.ts'
import { toMenuLink } from './menu-tree.ts'

const loading = new Map<string, Promise<MenuLink[]>>()

/** A menu with all its levels, requested once per visit; the next call after a failure requests it again. */
export function loadMenu(id: string): Promise<MenuLink[]> {
  const known = loading.get(id)
  if (known) return known
  const menu = api.content
    .menu({ id }, { silent: true })
    .then((reply) => orThrow(reply).items.map(toMenuLink))
  loading.set(id, menu)
  menu.catch(() => loading.delete(id))
  return menu
}
