import { Slot } from '#client/slot.tsx'
import { Icon } from '#ui/icon.tsx'
import { telHref } from '#ui/tel-href.ts'
import { ChannelChooser } from './channel-chooser.tsx'
import css from './footer.module.css'
import type { WholeShop } from './shell-data.ts'

const networks = ['facebook', 'instagram', 'youtube', 'twitter', 'pinterest', 'linkedin'] as const

/** The footer: help, shop and legal links. */
export function Footer({ shop }: { shop: WholeShop }) {
  const { storefront, settings, menus } = shop
  const social = networks.filter((network) => settings[network])
  const manage = 'Manage cookies'
  return (
    <>
      <div className={`wide ${css.columns}`} data-part="columns">
        <div className={css.about}>
          <p className={css.name}>{storefront.name}</p>
          <p>{storefront.meta.meta_description}</p>
          <address className={css.address}>
            {settings.store_address && <span>{settings.store_address}</span>}
            {settings.store_phone && (
              <a href={telHref(settings.store_phone)}>
                <Icon name="phone" size={16} /> {settings.store_phone}
              </a>
            )}
            {settings.store_email && <a href={`mailto:${settings.store_email}`}>{settings.store_email}</a>}
          </address>
        </div>
        {menus.footer.map(({ label, children = [] }) => (
          <nav key={label} aria-label={label}>
            <h2 className={css.title}>{label}</h2>
            <ul className={css.links}>
              {children.map((link) => (
                <li key={link.label}>
                  <a href={link.url}>{link.label}</a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <Slot name="footer.columns" props={{}} />
      </div>
      <div className={`wide ${css.base}`}>
        <p>© {storefront.name}</p>
        {social.length > 0 && (
          <ul className={css.social}>
            {social.map((network) => (
              <li key={network}>
                <a href={settings[network]} rel="noopener">
                  {network}
                </a>
              </li>
            ))}
          </ul>
        )}
        {storefront.channel.is_tax_included && <p>Prices include all taxes.</p>}
        {settings.enable_multi_channel && storefront.channels.length > 1 && (
          <ChannelChooser storefront={storefront} />
        )}
        {storefront.is_cookie_warning_enabled && (
          <form method="post" action="/cookie-preferences" data-cookie-form="">
            <button
              type="submit"
              name="choice"
              value="preferences"
              className={css.cookies}
              {...(!storefront.show_cookie_manage && { 'aria-label': manage, title: manage })}
            >
              <Icon name="cookie" size={storefront.show_cookie_manage ? 16 : 20} />
              {storefront.show_cookie_manage && manage}
            </button>
          </form>
        )}
      </div>
    </>
  )
}
