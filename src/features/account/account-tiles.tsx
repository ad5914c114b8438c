import { Icon } from '#ui/icon.tsx'
import { accountMenu } from './account-menu.ts'
import css from './account-tiles.module.css'
import { IconMark } from './icon-mark.tsx'

/** All places of the account, each with its icon and what it is for. On phones they are the menu. */
export function AccountTiles() {
  const items = accountMenu()
    .filter((group) => group.show_in_dashboard)
    .flatMap((group) => group.items.filter((item) => item.show_in_dashboard))
  return (
    <ul className={css.tiles}>
      {items.map(({ menu, path, icon, description }) => (
        <li key={path}>
          <a className={css.tile} href={path}>
            <IconMark name={icon} />
            <span className={css.words}>
              <strong>{menu}</strong>
              <span className="note">{description}</span>
            </span>
            <span className={css.arrow}>
              <Icon name="chevron-right" size={18} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
