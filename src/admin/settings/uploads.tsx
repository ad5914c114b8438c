import { useState } from 'react'
import type { SettingGroup } from '#contract/admin/settings/groups.ts'
import { ApiError } from '../api.ts'
import { isObject } from '../form/field-props.ts'
import { FileInput } from '../parts/file-input.tsx'
import { showMessage } from '../parts/messages.tsx'
import { uploadFile } from '../parts/upload-file.ts'
import css from './settings.module.css'

type Values = Record<string, unknown>
type UploadUse = 'picture' | 'logo' | 'favicon' | 'font'
type Upload = {
  use: UploadUse
  label: string
  hint: string
  accept: string
  put: (values: Values, value: Values) => Values
}

const pictures = 'image/png,image/jpeg,image/webp'

/** What can be uploaded into which settings. */
const uploadsOf: Partial<Record<SettingGroup, readonly Upload[]>> = {
  branding: [
    {
      use: 'logo',
      label: 'Upload a logo',
      hint: 'PNG, JPEG or WebP',
      accept: pictures,
      put: (values, logo1) => ({ ...values, logo1: { ...logo1, alt: '' } }),
    },
    {
      use: 'favicon',
      label: 'Upload an icon',
      hint: 'A square picture of at least 192 × 192 pixels; all sizes are made from it.',
      accept: pictures,
      put: (values, favicon) => ({ ...values, favicon }),
    },
  ],
  typography: [
    {
      use: 'font',
      label: 'Upload a font',
      hint: 'WOFF2, at most 2 MB. Then choose it for texts or headings.',
      accept: '.woff2,font/woff2',
      put: (values, font) => ({
        ...values,
        fonts: [
          ...(Array.isArray(values.fonts) ? values.fonts : []).filter(({ path }) => path !== font.path),
          font,
        ],
      }),
    },
  ],
  layout: [
    {
      use: 'picture',
      label: 'Upload a background picture',
      hint: 'PNG, JPEG or WebP',
      accept: pictures,
      put: (values, image) => ({
        ...values,
        background: {
          ...(isObject(values.background) && values.background),
          enabled: true,
          type: 'image',
          image,
        },
      }),
    },
  ],
  'search-engines': [
    {
      use: 'picture',
      label: 'Upload a picture for sharing',
      hint: 'PNG, JPEG or WebP',
      accept: pictures,
      put: (values, social_sharing_image) => ({ ...values, social_sharing_image }),
    },
  ],
}

type Props = { group: SettingGroup; values: Values; onChange: (values: Values) => void }

/** Files for the settings of a group. A stored file is used once the form is saved. */
export function Uploads({ group, values, onChange }: Props) {
  const [errors, setErrors] = useState<Partial<Record<UploadUse, string[]>>>({})
  const uploads = uploadsOf[group] ?? []
  if (uploads.length === 0) return null

  async function store({ use, put }: Upload, file: File) {
    try {
      const { data } = await uploadFile<{ value: Values }>('/api/admin/settings/uploads', file, { use })
      onChange(put(values, data.value))
      setErrors({})
      showMessage('Uploaded. Save to use it.')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setErrors({ [use]: error.errors.file ?? [error.message] })
    }
  }

  return (
    <div className={css.uploads}>
      {uploads.map((upload) => (
        <FileInput
          key={upload.use}
          label={upload.label}
          hint={upload.hint}
          accept={upload.accept}
          errors={errors[upload.use]}
          onChoose={([file]) => file && void store(upload, file)}
        />
      ))}
    </div>
  )
}
