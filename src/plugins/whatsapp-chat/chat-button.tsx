import { usePage } from '#pages/use-page.ts'
import { Icon } from '#ui/icon.tsx'
import css from './chat-button.module.css'

type Chat = { mobile_no: string; default_message: string; chat_location: string; store_url: string }

/** A link in a corner of the window, below everything else that is fixed there. */
export function ChatButton({ data }: { data: Chat }) {
  const { screen, url } = usePage()
  return (
    <aside aria-label="Chat">
      <a
        className={css.chat}
        data-location={data.chat_location}
        href={chatUrl(data, screen === 'product' ? data.store_url + url : undefined)}
        // The choice of a variation changes the address of the page without a navigation.
        onClick={({ currentTarget }) => {
          if (screen === 'product') currentTarget.href = chatUrl(data, location.href)
        }}
        target="_blank"
        rel="noopener noreferrer"
        aria-label="Chat with us (opens in a new tab)"
      >
        <Icon name="message" />
      </a>
    </aside>
  )
}

/** Spelt so in the spec (§2 Layout). */
const PRODUCT_MESSAGE = 'Hi, i would like talk about this product'

/** The link that opens the chat; `productUrl` is the address of the page, on product pages only. Spec §2 Layout. */
export function chatUrl(
  { mobile_no, default_message }: Pick<Chat, 'mobile_no' | 'default_message'>,
  productUrl?: string,
): string {
  const text = productUrl === undefined ? default_message : `${PRODUCT_MESSAGE} ${productUrl}`
  return `https://wa.me/${mobile_no}?text=${encodeURIComponent(text)}`
}
