import { finishFederated } from '#lib/portal/sign-in/federated.ts';
import type { PathProps } from '../../../../../page-props.ts';

export const GET = async (request: Request, { params }: PathProps<'id'>): Promise<Response> => finishFederated(request, (await params).id);
