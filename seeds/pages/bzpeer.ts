// Data of two BZPEER author pages: declared counters, the trust figure, and works with their year.
const qualitative = { title: 'A Qualitative Test-Risk Mechanism for Scaling Behavior in Normalized Residual Networks', year: 2026 };
const dynaTrain = { title: 'DynaTrain: Fast Online Parallelism Switching for Elastic LLM Training', year: 2026 };
const moeDisCo = { title: 'MoE-DisCo:Low Economy Cost Training Mixture-of-Experts Models', year: 2026 };
const scalability = { title: 'The Scalability for Parallel Machine Learning Training Algorithm: Dataset Matters', year: 2020 };

export const daningCheng = {
  recordId: 'daning-cheng',
  name: 'Daning Cheng',
  /** The page declares six works, and lists five. */
  declared: { works: 6, followers: 0, topics: 4, close_collaborators: 4, trust: 21, level: 1 },
  rows: [
    qualitative,
    dynaTrain,
    moeDisCo,
    {
      title: 'Mixed-Precision Inference Quantization: Radically Towards Faster inference speed, Lower Storage requirement, and Lower Loss',
      year: 2022,
    },
    scalability,
  ],
};

export const yunquanZhang = {
  recordId: 'yunquan-zhang',
  name: 'Yunquan Zhang',
  declared: { works: 9, followers: 0, topics: 8, close_collaborators: 4, trust: 21, level: 1 },
  rows: [
    qualitative,
    { title: 'CALM: A CKA-Guided Adaptive Layer-Wise Modularization Framework for LLM Quantization', year: 2026 },
    dynaTrain,
    moeDisCo,
    { title: 'IAAT: A Input-Aware Adaptive Tuning framework for Small GEMM', year: 2022 },
    { title: 'Large-Scale Simulation of Quantum Computational Chemistry on a New Sunway Supercomputer', year: 2022 },
    { title: 'The dynamic parallel distribution algorithm for hybrid density-functional calculations in HONPAS package', year: 2020 },
    scalability,
    { title: 'The static parallel distribution algorithms for hybrid density-functional calculations in HONPAS package', year: 2020 },
  ],
};
