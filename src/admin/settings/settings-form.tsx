import { useEffect, useEffectEvent } from 'react'
import type { SettingGroup } from '#contract/admin/settings/groups.ts'
import type { SettingsRecord } from '#contract/admin/settings/settings.ts'
import { api } from '../api.ts'
import { queryKeys } from '../query-keys.ts'
import { useSession } from '../session-context.ts'
import { RecordForm } from './record-form.tsx'
import { Uploads } from './uploads.tsx'

type Values = Record<string, unknown>

type Props = {
  group: SettingGroup
  onSaved?: (saved: SettingsRecord) => void
  /** Called with what is typed and not saved, undefined without such values, and with what is stored. */
  onTyped?: (typed: Values | undefined, saved: SettingsRecord) => void
}

/** The form of one group of settings. */
export function SettingsForm({ group, onSaved, onTyped }: Props) {
  const { may } = useSession()
  const canWrite = may('settings.write')
  return (
    <RecordForm<SettingsRecord>
      queryKey={queryKeys.settings(group)}
      read={(signal) => api.adminSettings.get({ id: group }, signal)}
      save={(change) => api.adminSettings.update({ id: group, ...change })}
      canWrite={canWrite}
      {...(onSaved && { onSaved })}
      extra={({ values, saved, setValues }) => (
        <>
          {onTyped && <Typed values={values} saved={saved} onTyped={onTyped} />}
          {canWrite && <Uploads group={group} values={values} onChange={setValues} />}
        </>
      )}
    />
  )
}

/** Reports what is typed to what is beside the form. */
function Typed({
  values,
  saved,
  onTyped,
}: { values: Values; saved: SettingsRecord } & Required<Pick<Props, 'onTyped'>>) {
  const typed = JSON.stringify(values) === JSON.stringify(saved.values) ? undefined : values
  const report = useEffectEvent(onTyped)
  useEffect(() => report(typed, saved), [typed, saved])
  return null
}
