import { useShop } from '#client/shop-context.ts'
import { telHref } from '#ui/tel-href.ts'
import css from './view.module.css'

/** Contact details, with the order number to quote. */
export function Help({ orderNo }: { orderNo: string }) {
  const { settings } = useShop()
  const email = settings.customer_care_email || settings.store_email
  const phone = settings.customer_care_phone || settings.store_phone
  if (!email && !phone) return null
  return (
    <p className={css.help}>
      Questions? Quote {orderNo} and{' '}
      {email && (
        <>
          write to <a href={`mailto:${email}?subject=${encodeURIComponent(orderNo)}`}>{email}</a>
        </>
      )}
      {email && phone && ' or '}
      {phone && (
        <>
          call <a href={telHref(phone)}>{phone}</a>
        </>
      )}
      .
    </p>
  )
}
