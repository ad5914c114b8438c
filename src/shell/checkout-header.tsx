import { useShop } from '#client/shop-context.ts'
import { Icon } from '#ui/icon.tsx'
import { telHref } from '#ui/tel-href.ts'
import css from './checkout-header.module.css'
import { Logo } from './logo.tsx'

/** The header of the checkout: logo and contact, without distracting links. */
export function CheckoutHeader() {
  const { settings } = useShop()
  const phone = settings.customer_care_phone || settings.store_phone
  return (
    <header className={css.header}>
      <div className={`wide ${css.row}`}>
        <Logo />
        {phone && (
          <a className={css.help} href={telHref(phone)}>
            <Icon name="phone" size={16} />
            <span>
              <span className={css.word}>Need help? </span>
              {phone}
            </span>
          </a>
        )}
      </div>
    </header>
  )
}
