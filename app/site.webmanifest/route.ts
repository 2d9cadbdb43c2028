import { textFileResponse } from '#lib/platform/http/file-responses.ts';
import { site } from '#lib/platform/site.ts';

/** Serves the web app manifest (W3C, Web Application Manifest): what a phone shows of the site on its home screen. */
export function GET(request: Request): Response {
  const { name } = site();
  const manifest = {
    name,
    short_name: name,
    id: '/',
    start_url: '/',
    display: 'minimal-ui',
    background_color: '#fcfbf8',
    theme_color: '#fcfbf8',
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
  };
  return textFileResponse(request, JSON.stringify(manifest), 'application/manifest+json');
}
