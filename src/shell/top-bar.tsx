import { Icon } from '#ui/icon.tsx'
import { telHref } from '#ui/tel-href.ts'
import type { WholeShop } from './shell-data.ts'
import css from './top-bar.module.css'

/** Help and contact, above the header; on phones both are in the footer. */
export function TopBar({ shop: { menus, settings } }: { shop: WholeShop }) {
  return (
    <div className={`wide ${css.row}`}>
      {settings.enable_customer_care && settings.customer_care_phone && (
        <a className={css.link} href={telHref(settings.customer_care_phone)}>
          <Icon name="phone" size={14} /> {settings.customer_care_phone}
        </a>
      )}
      <div className={css.links}>
        {menus.topBar.map(({ label, url }) => (
          <a key={label} className={css.link} href={url}>
            {label}
          </a>
        ))}
      </div>
    </div>
  )
}
