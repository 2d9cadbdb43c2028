import { finishFederated } from '#lib/portal/sign-in/federated.ts';

interface Place {
  params: Promise<{ id: string }>;
}

export const GET = async (request: Request, { params }: Place): Promise<Response> => finishFederated(request, (await params).id);
