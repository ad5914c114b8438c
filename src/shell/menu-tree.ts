import type { MenuLink } from '#client/shop-context.ts'
import type { MenuItem } from '#contract/content.ts'

/** An item of a menu with everything below it, without empty fields. */
export const toMenuLink = ({ label, url, target, badge, image, children }: MenuItem): MenuLink => ({
  label,
  url,
  ...(target === '_blank' ? { target } : {}),
  ...(badge ? { badge } : {}),
  ...(image ? { image: image.path } : {}),
  ...(children.length > 0 ? { children: children.map(toMenuLink) } : {}),
})
