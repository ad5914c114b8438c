import { useState } from 'react'
import type { AppearanceState, AppearanceVersion } from '#contract/admin/settings/appearance.ts'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { ApiError, api } from '../api.ts'
import { NotLoaded } from '../parts/failure.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { Waiting } from '../parts/screen-frame.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { queryKeys, useAnswer } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import css from './appearance.module.css'
import { ChangedFields, undoOf } from './draft-bar.tsx'

type Props = { state: AppearanceState; onChanged: () => Promise<void> }

const titleOf = ({ number, kind, author }: AppearanceVersion) =>
  ({
    published: `Published by ${author}`,
    found: number === 1 ? 'Before the first publication' : 'Changed elsewhere',
    draft: `Draft of ${author}, not published`,
  })[kind]

/** What the shop looked like before: each version can become the draft, or be shown to visitors again at once. */
export function AppearanceHistory({ state, onChanged }: Props) {
  const { may } = useSession()
  const { moment } = useFormat()
  const [busy, setBusy] = useState<number>()
  const { data, error, refetch } = useAnswer(queryKeys.appearance('versions'), (signal) =>
    api.adminAppearance.versions({}, signal),
  )
  if (error) return <NotLoaded error={error} onRetry={refetch} />
  if (!data) return <Waiting />
  if (data.versions.length === 0)
    return <p>Nothing has been published from here yet. Every publication is listed here.</p>

  async function restore(number: number, to: 'draft' | 'published') {
    setBusy(number)
    try {
      const changed = await api.adminAppearance.restore({ id: number, to, version: state.version })
      showMessage(changed.message ?? 'Restored', 'good', undoOf(changed, to, onChanged))
    } catch (refused) {
      if (!(refused instanceof ApiError)) throw refused
      showMessage(Object.values(refused.errors).flat()[0] ?? refused.message, 'bad')
    } finally {
      setBusy(undefined)
      await onChanged()
    }
  }

  return (
    <ol className={css.versions}>
      {data.versions.map((version) => {
        const { number, at, before, after } = version
        const isLive = number === data.live_number
        return (
          <li key={number}>
            <p>
              <strong>{titleOf(version)}</strong> {isLive && <Chip tone="good">Visitors see it</Chip>}
              <small>{moment(at)}</small>
            </p>
            <ChangedFields before={before} after={after} titles={state.titles} />
            {may('settings.write') && !isLive && (
              <div className={screen.buttons}>
                <Button
                  look="secondary"
                  isBusy={busy === number}
                  aria-label={`Edit as draft: version ${number}`}
                  onClick={() => void restore(number, 'draft')}
                >
                  Edit as draft
                </Button>
                <Button
                  look="quiet"
                  isBusy={busy === number}
                  aria-label={`Publish again: version ${number}`}
                  onClick={() => void restore(number, 'published')}
                >
                  Publish again
                </Button>
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}
