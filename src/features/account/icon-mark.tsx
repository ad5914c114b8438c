import { Icon, type IconName } from '#ui/icon.tsx'
import css from './icon-mark.module.css'

/** An icon on a round ground: what a tile or a row is about, before it is read. */
export const IconMark = ({ name }: { name: IconName }) => (
  <span className={css.mark}>
    <Icon name={name} size={22} />
  </span>
)
