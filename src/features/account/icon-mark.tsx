import { Icon, type IconName } from '#ui/icon.tsx'
import css from './icon-mark.module.css'

/** An icon in a circle, for tiles and rows. */
export const IconMark = ({ name }: { name: IconName }) => (
  <span className={css.mark}>
    <Icon name={name} size={22} />
  </span>
)
