import type { WholeShop } from './shell-data.ts'

/**
 * The channels of the shop, by country and currency: a post without scripts, or a link to a host of its own. It is part of pages for
 * everyone, so that the server takes the page to return to from the request. ADR 0033.
 */
export function ChannelChooser({ storefront: { channel, channels } }: Pick<WholeShop, 'storefront'>) {
  return (
    <form method="post" action="/forms/channel" data-channels="" aria-label="Country and currency">
      {channels.map(({ code, name, currency, url }) => {
        const label = `${name} (${currency})`
        if (code === channel.code)
          return (
            <strong key={code} aria-current="true">
              {label}
            </strong>
          )
        return url ? (
          <a key={code} href={url}>
            {label}
          </a>
        ) : (
          <button key={code} type="submit" name="channel" value={code}>
            {label}
          </button>
        )
      })}
    </form>
  )
}
