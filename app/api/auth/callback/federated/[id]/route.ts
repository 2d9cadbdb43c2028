import { finishFederatedLogin } from '#lib/portal/sign-in/federated.ts';
import type { PathProps } from '../../../../../page-props.ts';

export const GET = async (request: Request, { params }: PathProps<'id'>): Promise<Response> =>
  finishFederatedLogin(request, (await params).id);
