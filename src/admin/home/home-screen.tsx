import { lazy, useState } from 'react'
import { cardKey, type HomeCard, permissionOfCard, standardCards } from '#contract/admin/home-cards.ts'
import { Button } from '#ui/button.tsx'
import { api } from '../api.ts'
import { LoadedPart } from '../parts/failure.tsx'
import { useTitle, Waiting } from '../parts/screen-frame.tsx'
import { entryStyles as parts, screenStyles as screen } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { cards } from './home-cards.tsx'
import css from './home-screen.module.css'
import { SetupList } from './setup-list.tsx'

const ArrangeHome = lazy(() => import('./arrange-home.tsx'))
const ReportCard = lazy(() => import('./report-card.tsx'))

/** Sales, what is to do, what sells, and pinned reports: each card is read and fails alone, in the arrangement of the person. */
export default function HomeScreen() {
  useTitle('Home')
  const { session, may } = useSession()
  const { channels } = session.shop
  const [channel, setChannel] = useState<string>()
  const [isArranging, setArranging] = useState(false)
  const { data: layout, error } = useAnswer(queryKeys.homeLayout, (signal) =>
    api.adminHome.layout({}, signal),
  )
  if (!layout && !error) return <Waiting />
  const shown = (layout?.cards ?? standardCards).filter((card) => may(permissionOfCard(card)))
  return (
    <>
      <div className={screen.header}>
        <h1>Home</h1>
        <span className={screen.links}>
          {channels.length > 1 && !isArranging && (
            <select
              className={parts.input}
              style={{ width: 'auto' }}
              aria-label="Channel"
              value={channel ?? channels[0]?.code}
              onChange={({ target }) => setChannel(target.value)}
            >
              {channels.map(({ code, name, currency }) => (
                <option key={code} value={code}>
                  {name}, {currency}
                </option>
              ))}
            </select>
          )}
          {layout && !isArranging && (
            <Button look="quiet" onClick={() => setArranging(true)}>
              Arrange
            </Button>
          )}
        </span>
      </div>
      {error && <p role="alert">Your arrangement could not be read: {error.message}</p>}
      {layout && isArranging ? (
        <LoadedPart>
          <ArrangeHome layout={layout} onClose={() => setArranging(false)} />
        </LoadedPart>
      ) : (
        <>
          {may('settings.read') && <SetupList />}
          {shown.length === 0 && (
            <p className={screen.empty}>Nothing is shown here. “Arrange” brings cards back.</p>
          )}
          <div className={css.grid}>
            {shown.map((card) => (
              <div key={cardKey(card)} data-columns={card.columns}>
                <LoadedPart>
                  <Card card={card} channel={channel} />
                </LoadedPart>
              </div>
            ))}
          </div>
        </>
      )}
    </>
  )
}

function Card({ card, channel }: { card: HomeCard; channel: string | undefined }) {
  if (card.card === 'report') return <ReportCard card={card} />
  const Shown = cards[card.card]
  return <Shown channel={channel} />
}
