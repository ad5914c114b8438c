import { useShop } from '#client/shop-context.ts'
import { FormView } from '#features/forms/form-view.tsx'
import type { SectionProps } from '#sections/section.ts'
import { cardClass } from '#ui/card.ts'
import { telHref } from '#ui/tel-href.ts'
import css from './contact.module.css'
import type { load, settings } from './schema.ts'

/** How to reach the store, and its contact form. The map is a link: an embedded one would contact its provider. */
export default function Contact({ settings: shown, data }: SectionProps<typeof settings, typeof load>) {
  const { settings } = useShop()
  const { title, address, hours } = shown
  // The browser gets the store's own contacts only where the customer care has none.
  const email = settings.customer_care_email || settings.store_email
  const phone = settings.customer_care_phone || settings.store_phone
  return (
    <section className={`wide ${css.contact}`}>
      <div className={css.ways}>
        <h2>{title || 'Contact us'}</h2>
        <address>
          <dl>
            {email && (
              <div>
                <dt>Email</dt>
                <dd>
                  <a href={`mailto:${email}`}>{email}</a>
                </dd>
              </div>
            )}
            {phone && (
              <div>
                <dt>Phone</dt>
                <dd>
                  <a href={telHref(phone)}>{phone}</a>
                </dd>
              </div>
            )}
            {hours && (
              <div>
                <dt>Hours</dt>
                <dd>{hours}</dd>
              </div>
            )}
            {address.length > 0 && (
              <div>
                <dt>Address</dt>
                <dd>
                  {address.map((line) => (
                    <span key={line}>{line}</span>
                  ))}
                  <a href={mapUrl(address)} target="_blank" rel="noopener noreferrer">
                    Open in Google Maps <span className="visually-hidden">(opens in a new tab)</span>
                  </a>
                </dd>
              </div>
            )}
          </dl>
        </address>
      </div>
      {data && (
        <div className={cardClass}>
          <h2>{data.name}</h2>
          <FormView form={data} />
        </div>
      )}
    </section>
  )
}

const mapUrl = (address: readonly string[]) =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address.join(', ') })}`
