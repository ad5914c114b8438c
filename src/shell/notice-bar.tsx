import { Icon } from '#ui/icon.tsx'
import { telHref } from '#ui/tel-href.ts'
import css from './notice-bar.module.css'
import type { WholeShop } from './shell-data.ts'

/**
 * One row above the header: the merchant's message, with a link if it has one, and help and contact, which phones have in the footer.
 * `closeNotice` handles the button of the message.
 */
export function NoticeBar({ shop }: { shop: WholeShop }) {
  const { storefront, menus, settings } = shop
  const { store_notice_message: message, notice_page: page } = storefront
  const hasNotice = storefront.is_store_notice_enabled && message
  const colors = hasNotice
    ? {
        backgroundColor: storefront.store_notice_background_color,
        color: storefront.store_notice_text_color,
      }
    : undefined
  return (
    <div className={css.bar} style={colors}>
      <div className={`wide ${css.row}`}>
        {hasNotice && (
          <section className={css.notice} aria-label="Notice">
            <p>
              {message} {page && <a href={`/${page.slug}`}>{page.name}</a>}
            </p>
            {storefront.store_notice_is_clearable && (
              <button
                type="button"
                className={css.close}
                data-scripts-only=""
                aria-label="Close the notice"
                data-close-notice={noticeKey(message)}
              >
                <Icon name="close" size={16} />
              </button>
            )}
          </section>
        )}
        <nav className={css.help} aria-label="Help and contact">
          {settings.enable_customer_care && settings.customer_care_phone && (
            <a href={telHref(settings.customer_care_phone)}>
              <Icon name="phone" size={14} /> {settings.customer_care_phone}
            </a>
          )}
          {menus.topBar.map(({ label, url }) => (
            <a key={label} href={url}>
              {label}
            </a>
          ))}
        </nav>
      </div>
    </div>
  )
}

/** Identifies a notice by its text, so that a new notice shows although an earlier one was closed (decisions §1.7). */
export function noticeKey(message: string) {
  let hash = 2_166_136_261
  for (const char of message) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619)
  return (hash >>> 0).toString(36)
}
