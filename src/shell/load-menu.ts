import { api } from '#client/api.ts'
import type { MenuLink } from '#client/shop-context.ts'
import type { MenuItem } from '#contract/content.ts'
import { orThrow } from '#contract/envelope.ts'

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

/** An item of a menu with everything below it, without empty fields. */
export const toMenuLink = ({ label, url, target, badge, image, children }: MenuItem): MenuLink => ({
  label,
  url,
  ...(target === '_blank' ? { target } : {}),
  ...(badge ? { badge } : {}),
  ...(image ? { image: image.path } : {}),
  ...(children.length > 0 ? { children: children.map(toMenuLink) } : {}),
})
