import type { IconName } from './icon-names.ts'
import sprite from './icons.svg?url'

export type { IconName }

/** A drawing without words: whatever it stands for must be said beside it. `size` in px. One file holds all of them. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true">
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
