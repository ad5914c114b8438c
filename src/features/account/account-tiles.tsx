import { useShop } from '#client/shop-context.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { accountMenu } from './account-menu.ts'
import css from './account-tiles.module.css'
import { IconMark } from './icon-mark.tsx'

/** All pages of the account as tiles with icon and description. On phones they are the menu. */
export function AccountTiles() {
  const { plugins } = useShop()
  const items = accountMenu(plugins?.accountMenu)
    .filter((group) => group.show_in_dashboard)
    .flatMap((group) => group.items.filter((item) => item.show_in_dashboard))
  return (
    <ul className={css.tiles}>
      {items.map(({ menu, path, icon, description }) => (
        <li key={path}>
          <a className={css.tile} href={path}>
            <IconMark name={icon as IconName} />
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
