import { startAdminSite } from '../admin/admin-site.ts';
import { type Album, type State, takePictures } from './camera.ts';

const states: readonly State[] = [{ name: 'login-empty', path: '/login' }];

/** Login, Reset password, Set password, and what stands before a user is known. */
export async function doors(album: Album): Promise<string[]> {
  const site = await startAdminSite([]);
  try {
    return await takePictures({ ...album, area: 'doors', url: site.portal.url, states, open: site.profile });
  } finally {
    await site.stop();
  }
}
