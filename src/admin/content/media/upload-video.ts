import { api } from '#admin/api.ts'
import { uploadFile } from '#admin/parts/upload-file.ts'
import type { VideoDetail } from '#contract/admin/content/videos.ts'

type Part = { received: number; video: VideoDetail | null }

/**
 * Sends a video in parts, one after the other.
 * @param onProgress receives the percentage that has arrived
 * @throws ApiError
 */
export async function uploadVideo(
  file: File,
  onProgress: (percent: number) => void,
): Promise<{ video: VideoDetail; message: string | undefined }> {
  const { data: upload } = await api.adminVideos.start({ name: file.name, bytes: file.size })
  for (let offset = 0; ; ) {
    const part = new File([file.slice(offset, offset + upload.part_bytes)], file.name)
    const { data, message } = await uploadFile<Part>(`/api/admin/videos/${upload.id}/parts`, part, {
      offset: String(offset),
    })
    if (data.video) return { video: data.video, message }
    offset = data.received
    onProgress(Math.floor((100 * offset) / file.size))
  }
}
