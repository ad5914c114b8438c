import type { IconName } from './icon-names.ts'
import sprite from './icons.svg?url'

export type { IconName }

/** A decorative icon: its meaning must be given as text beside it. `size` in px. All icons are in one sprite file. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
