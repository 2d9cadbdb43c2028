import { backFromOrganisation } from '#lib/portal/sign-in/federated.ts';

interface Place {
  params: Promise<{ id: string }>;
}

export const GET = async (request: Request, { params }: Place): Promise<Response> => backFromOrganisation(request, (await params).id);
