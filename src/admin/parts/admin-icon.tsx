import type { AdminIconName } from './admin-icon-names.ts'
import sprite from './admin-icons.svg?url'

export type { AdminIconName }

/** A decorative icon of the back office. It has a sprite of its own, so that the shop's does not grow. `size` in px. */
export function AdminIcon({ name, size = 20 }: { name: AdminIconName; size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
