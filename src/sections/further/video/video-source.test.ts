import { expect, test } from 'vitest'
import { videoSource } from './video-source.ts'

test('videoSource accepts video files of this shop', () => {
  expect(videoSource('/media/films/kiln.mp4')).toEqual({ kind: 'file', url: '/media/films/kiln.mp4' })
  expect(videoSource('/media/kiln.jpg')).toBeUndefined()
})

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ&t=3',
  'https://youtu.be/dQw4w9WgXcQ?si=abc',
  'https://youtube.com/shorts/dQw4w9WgXcQ',
])('videoSource embeds %s from the cookie-reduced domain', (url) => {
  expect(videoSource(url)).toEqual({
    kind: 'provider',
    provider: 'YouTube',
    embedUrl: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
    pageUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  })
})

test('videoSource embeds Vimeo without tracking', () => {
  expect(videoSource('https://vimeo.com/76979871')).toMatchObject({
    provider: 'Vimeo',
    embedUrl: 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1',
  })
})

test.each([
  '',
  'http://youtu.be/dQw4w9WgXcQ',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=short',
  '/media/../secret.mp4?x',
  'javascript:alert(1)',
])('videoSource refuses %o', (url) => {
  expect(videoSource(url)).toBeUndefined()
})
