import { Band } from '#sections/band.tsx'
import type { SectionProps } from '#sections/section.ts'
import { ConsentEmbed } from '../consent-embed.tsx'
import css from './map.module.css'
import type { load, settings } from './schema.ts'

/** An address, and a map that loads after consent. Without scripts a link opens the map. */
export default function MapSection({
  settings: { title, address },
  data: { embedUrl },
}: SectionProps<typeof settings, typeof load>) {
  if (!address && !embedUrl) return null
  const mapPage = address
    ? `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(linesOf(address).join(', '))}`
    : 'https://www.google.com/maps'
  return (
    <Band title={title}>
      <div className={css.map} data-embed={embedUrl !== ''}>
        <address className={css.address}>
          {address && <p>{address}</p>}
          <a href={mapPage} target="_blank" rel="noopener">
            Open in Google Maps
          </a>
        </address>
        {embedUrl && (
          <ConsentEmbed
            title={title ? `Map: ${title}` : 'Map'}
            provider="Google Maps"
            src={embedUrl}
            poster={null}
            action="Show map"
            link={{ label: 'Open in a new tab', href: mapPage }}
          />
        )}
      </div>
    </Band>
  )
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
