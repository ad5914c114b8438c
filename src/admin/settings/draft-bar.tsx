import type { AppearanceState } from '#contract/admin/settings/appearance.ts'
import { Chip } from '#ui/chip.tsx'
import { api } from '../api.ts'
import { ActionDialog } from '../parts/action-dialog.tsx'
import { changeWording } from '../parts/change-wording.ts'
import { ShownValue } from '../parts/differences.tsx'
import { useFormat } from '../parts/format.ts'
import { showMessage } from '../parts/messages.tsx'
import { screenStyles as screen } from '../parts/styles.ts'
import { recordChanges } from '../parts/value-changes.ts'
import { useSession } from '../session-context.ts'
import css from './appearance.module.css'

type Props = { state: AppearanceState; onChanged: () => Promise<void> }
type Changed = Awaited<ReturnType<typeof api.adminAppearance.publish>>

/** Restores the look before it a change, from its message. */
export const undoOf = ({ data }: Changed, to: 'draft' | 'published', onChanged: () => Promise<void>) => {
  const { previous, version } = data
  if (previous === null) return undefined
  return {
    label: 'Undo',
    run: () =>
      void api.adminAppearance.restore({ id: previous, version, to }).then(
        async ({ message }) => {
          showMessage(message ?? 'Restored')
          await onChanged()
        },
        (refused: Error) => showMessage(refused.message, 'bad'),
      ),
  }
}

/** Whether something waits for its publication, and the buttons that show it to visitors or put it aside. */
export function DraftBar({ state, isTyped, onChanged }: Props & { isTyped: boolean }) {
  const { may } = useSession()
  const { moment } = useFormat()
  const { version, draft, warnings } = state

  async function publish() {
    const changed = await api.adminAppearance.publish({ version })
    showMessage(changed.message ?? 'Published', 'good', undoOf(changed, 'published', onChanged))
    await onChanged()
  }
  async function discard() {
    const changed = await api.adminAppearance.discard({ version })
    showMessage(changed.message ?? 'Discarded', 'good', undoOf(changed, 'draft', onChanged))
    await onChanged()
  }

  return (
    <div className={css.bar}>
      <h1>Appearance</h1>
      <p className={screen.help}>
        {draft ? <Chip tone="open">Draft</Chip> : <Chip tone="good">Published</Chip>}{' '}
        {draft
          ? `Changed by ${draft.author}, ${moment(draft.at)}. Visitors do not see it yet.`
          : 'Visitors see the shop like this. Changes are saved as a draft until you publish them.'}
      </p>
      {draft && may('settings.write') && (
        <div className={screen.buttons}>
          <ActionDialog
            label="Discard draft"
            title="Discard the draft?"
            submit="Discard draft"
            look="quiet"
            onSubmit={discard}
            onRefused={() => void onChanged()}
          >
            <p>The shop stays as visitors see it. The draft can be restored from the history.</p>
          </ActionDialog>
          <ActionDialog
            label="Publish"
            title="Publish the draft?"
            submit={warnings.length > 0 ? 'Publish anyway' : 'Publish'}
            onSubmit={publish}
            onRefused={() => void onChanged()}
          >
            {isTyped && <p>The form has changes that are not saved. They are not published.</p>}
            <p>Visitors see this at once:</p>
            <ChangedFields {...draft} titles={state.titles} />
            {warnings.length > 0 && (
              <div className={css.warnings}>
                <strong>Hard to read (below WCAG AA)</strong>
                <ul>
                  {warnings.map((warning) => (
                    <li key={warning}>{warning}</li>
                  ))}
                </ul>
              </div>
            )}
          </ActionDialog>
        </div>
      )}
    </div>
  )
}

const MAX_SHOWN = 12

type Fields = Record<string, unknown>

/** Fields that differ between two looks, in words. */
export function ChangedFields({
  before,
  after,
  titles,
}: {
  before: Fields
  after: Fields
  titles: Record<string, string>
}) {
  const { money, moment } = useFormat()
  const { currency } = useSession().session.shop
  const changes = recordChanges(before, after, changeWording(titles, { money, moment, currency }))
  return (
    <ul className={css.changes}>
      {changes.slice(0, MAX_SHOWN).map(({ label, before: former = '–', after: next = '–' }) => (
        <li key={label}>
          <span>{label}</span>
          <span>
            <del>
              <ShownValue text={former} />
            </del>{' '}
            → <ShownValue text={next} />
          </span>
        </li>
      ))}
      {changes.length > MAX_SHOWN && <li>and {changes.length - MAX_SHOWN} more</li>}
    </ul>
  )
}
