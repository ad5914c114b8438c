import { Icon } from '#ui/icon.tsx'
import css from './notice-bar.module.css'
import { noticeKey } from './notice-key.ts'
import type { WholeShop } from './shell-data.ts'

/** The merchant's message above the header, with a link if it has one; `close-notice.ts` handles its button. */
export function NoticeBar({ shop: { storefront } }: { shop: WholeShop }) {
  const { store_notice_message: message, notice_page: page } = storefront
  if (!storefront.is_store_notice_enabled || !message) return null
  return (
    <section
      className={css.bar}
      aria-label="Notice"
      style={{
        backgroundColor: storefront.store_notice_background_color,
        color: storefront.store_notice_text_color,
      }}
    >
      <p className={css.message}>
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
  )
}
