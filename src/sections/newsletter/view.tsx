import { useShop } from '#client/shop-context.ts'
import { LinkButton } from '#ui/button.tsx'
import type { SectionProps } from '../section.ts'
import css from './newsletter.module.css'
import type { settings } from './schema.ts'

/**
 * The band that invites to the letter. Until the e-mail subscription plugin is there (its call is not built yet), one joins by
 * writing to the shop: a mail link does what it says, a form that goes nowhere would not.
 */
export default function Newsletter({ settings: { title, text } }: SectionProps<typeof settings>) {
  const { settings } = useShop()
  if (!title || !settings.store_email) return null
  return (
    <section className={css.band}>
      <div className={`wide ${css.row}`}>
        <div className={css.text}>
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <LinkButton
          look="secondary"
          href={`mailto:${settings.store_email}?subject=${encodeURIComponent('Please send me the letter')}`}
        >
          Ask for it by mail
        </LinkButton>
      </div>
    </section>
  )
}
