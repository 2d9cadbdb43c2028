/**
 * Data of two Scholar Feed author pages: title, displayed names, date, category badge, code badge, score. A date without a year is in
 * 2026. Abstracts are not included; seeds/summaries.ts has our own summaries.
 */
export interface FeedRow {
  title: string;
  date: string;
  category: string;
  /** Displayed names; `more` if the list ends with "et al.". */
  names: string[];
  more?: true;
  /** True if the page shows its Code badge. */
  badge?: true;
  /** Code link or promise in the text of the page. */
  code?: { url: string } | 'promised';
  score?: number;
}

const row = (date: string, category: string, title: string, names: string, rest: Partial<FeedRow> = {}): FeedRow => ({
  title,
  date,
  category,
  names: names.replace(/ et al\.$/, '').split(', '),
  ...(names.endsWith(' et al.') && { more: true as const }),
  ...rest,
});

const badge = true as const;

const compression = row(
  '2024-12-09',
  'CV',
  'Compression for Better: A General and Stable Lossless Compression Framework',
  'Boyang Zhang, Daning Cheng, Yunquan Zhang et al.',
  { badge, code: 'promised' },
);
const aiperf = row(
  '2020-08-17',
  'DC',
  'AIPerf: Automated machine learning as an AI-HPC benchmark',
  'Zhixiang Ren, Yongheng Liu, Tianhui Shi et al.',
);

export const wenguangChen = {
  recordId: 'wenguang-chen',
  name: 'Wenguang Chen',
  field: 'LG',
  declared: { h_index: 41, works: 19, citations: 1989, novelty: 57, ai_score: 61 },
  rows: [
    row('2022-10-05', 'CL', 'GLM-130B: An Open Bilingual Pre-trained Model', 'Aohan Zeng, Xiao Liu, Zhengxiao Du et al.', {
      badge,
      code: { url: 'https://github.com/THUDM/GLM-130B/' },
    }),
    row(
      '2022-11-10',
      'DC',
      'A Comprehensive Survey on Distributed Training of Graph Neural Networks',
      'Haiyang Lin, Mingyu Yan, Xiaochun Ye et al.',
    ),
    row(
      '2024-09-10',
      'CL',
      'KAG: Boosting LLMs in Professional Domains via Knowledge Augmented Generation',
      'Lei Liang, Mengshu Sun, Zhengke Gui et al.',
    ),
    row('2025-12-08', 'CL', 'PCMind-2.1-Kaiyuan-2B Technical Report', 'Kairong Luo, Zhenbo Sun, Xinyu Shi et al.', {
      badge,
      code: { url: 'https://huggingface.co/thu-pacman/PCMind-2.1-Kaiyuan-2B' },
    }),
    row(
      '2022-07-20',
      'LG',
      'Mixed-Precision Inference Quantization: Radically Towards Faster inference speed, Lower Storage requirement, and Lower Loss',
      'Daning Cheng, Wenguang Chen',
    ),
    row('2025-08-08', 'CL', 'GLM-4.5: Agentic, Reasoning, and Coding (ARC) Foundation Models', 'GLM-4. 5 Team, Aohan Zeng, Xin Lv et al.', {
      badge,
      code: { url: 'https://github.com/zai-org/GLM-4.5' },
    }),
    compression,
    row(
      '2026-05-14',
      'PL',
      'Mat2Boundary: Treating User-Defined Boundary Condition as SpMV for Distributed PDE Solvers on Block-Structured Grids',
      'Yanzheng Cai, Mingzhe Zhang, Shengqi Chen et al.',
      { score: 34.9 },
    ),
    row(
      '2025-03-17',
      'LG',
      'A Multi-Power Law for Loss Curve Prediction Across Learning Rate Schedules',
      'Kairong Luo, Haodong Wen, Shengding Hu et al.',
    ),
    row(
      '2026-03-07',
      'LG',
      'Making LLMs Optimize Multi-Scenario CUDA Kernels Like Experts',
      'Yuxuan Han, Meng-Hao Guo, Zhengning Liu et al.',
    ),
    row(
      '2025-11-17',
      'LG',
      'Larger Datasets Can Be Repeated More: A Theoretical Analysis of Multi-Epoch Scaling in Linear Regression',
      'Tingkai Yan, Haodong Wen, Binghui Li et al.',
    ),
    row(
      '2025-11-24',
      'LG',
      'How Learning Rate Decay Wastes Your Best Data in Curriculum-Based LLM Pretraining',
      'Kairong Luo, Zhenbo Sun, Haodong Wen et al.',
    ),
    row(
      '2025-01-01',
      'LG',
      'Decoupling Knowledge and Reasoning in Transformers: A Modular Architecture with Generalized Cross-Attention',
      'Zhenyu Guo, Wenguang Chen',
    ),
    row('2022-02-10', 'LG', "Quantization in Layer's Input is Matter", 'Daning Cheng, WenGuang Chen'),
    row(
      '2021-04-21',
      'LG',
      'GraphTheta: A Distributed Graph Neural Network Learning System With Flexible Training Strategy',
      'Yongchao Liu, Houyi Li, Guowei Zhang et al.',
    ),
    aiperf,
    row(
      '2017-11-15',
      'NE',
      'Bridging the Gap Between Neural Networks and Neuromorphic Hardware with A Neural Network Compiler',
      'Yu Ji, YouHui Zhang, WenGuang Chen et al.',
    ),
    row('2016-10-08', 'DC', 'SaberLDA: Sparsity-Aware Learning of Topic Models on GPUs', 'Kaiwei Li, Jianfei Chen, Wenguang Chen et al.'),
    row(
      '2015-10-29',
      'ML',
      'WarpLDA: a Cache Efficient O(1) Algorithm for Latent Dirichlet Allocation',
      'Jianfei Chen, Kaiwei Li, Jun Zhu et al.',
    ),
  ],
};

export const yunquanZhang = {
  recordId: 'yunquan-zhang',
  name: 'Yunquan Zhang',
  field: 'LG',
  declared: { h_index: 4, works: 16, citations: 99, novelty: 57, ai_score: 57 },
  rows: [
    compression,
    row(
      '2024-12-09',
      'LG',
      'Lossless Model Compression via Joint Low-Rank Factorization Optimization',
      'Boyang Zhang, Daning Cheng, Yunquan Zhang et al.',
      { badge, code: 'promised' },
    ),
    row(
      '2026-04-20',
      'DC',
      'cuNNQS-SCI: A Fully GPU-Accelerated Framework for High-Performance Configuration Interaction Selection with Neural Network Quantum States',
      'Daran Sun, Bowen Kan, Haoquan Long et al.',
    ),
    row(
      '2026-05-12',
      'LG',
      'DynaTrain: Fast Online Parallelism Switching for Elastic LLM Training',
      'Yuanqing Wang, Yuchen Zhang, Hao Lin et al.',
    ),
    row('2019-07-27', 'PF', 'HPC AI500: A Benchmark Suite for HPC AI Systems', 'Zihan Jiang, Wanling Gao, Lei Wang et al.', {
      badge,
      code: { url: 'http://www.benchcouncil.org/AIBench/index.html' },
    }),
    row(
      '2026-05-08',
      'LG',
      'A Qualitative Test-Risk Mechanism for Scaling Behavior in Normalized Residual Networks',
      'Daning Cheng, Zeyu Liu, Jun Sun et al.',
    ),
    row(
      '2025-12-18',
      'LG',
      'CALM: A CKA-Guided Adaptive Layer-Wise Modularization Framework for LLM Quantization',
      'Jinhao Zhang, Yunquan Zhang, Daning Chen et al.',
    ),
    row(
      '2025-11-10',
      'LG',
      'Rethinking Parameter Sharing as Graph Coloring for Structured Compression',
      'Boyang Zhang, Daning Cheng, Yunquan Zhang',
    ),
    row(
      '2026-04-27',
      'DC',
      'Unfolding an Atomistic World: Atomistic Simulation of Reactor Pressure Vessel Steel Across Year-and-Meter Scales',
      'Haozhi Han, Ruge Zhang, Haoquan Chen et al.',
    ),
    row(
      '2024-12-09',
      'LG',
      'FP=xINT:A Low-Bit Series Expansion Algorithm for Post-Training Quantization',
      'Boyang Zhang, Daning Cheng, Yunquan Zhang et al.',
      { code: 'promised' },
    ),
    row(
      '2025-02-19',
      'LG',
      'A General Error-Theoretical Analysis Framework for Constructing Compression Strategies',
      'Boyang Zhang, Daning Cheng, Yunquan Zhang et al.',
    ),
    row(
      '2025-08-09',
      'LG',
      'MoQE: Improve Quantization Model performance via Mixture of Quantization Experts',
      'Jinhao Zhang, Yunquan Zhang, Boyang Zhang et al.',
    ),
    row(
      '2025-04-13',
      'CL',
      'Can the capability of Large Language Models be described by human ability? A Meta Study',
      'Mingrui Zan, Yunquan Zhang, Boyang Zhang et al.',
    ),
    row(
      '2025-05-23',
      'LG',
      'Exploiting Block Coordinate Descent for Cost-Effective LLM Model Training',
      'Zeyu Liu, Yan Li, Yunquan Zhang et al.',
    ),
    row(
      '2021-04-22',
      'LG',
      'An Accurate and Efficient Large-scale Regression Method through Best Friend Clustering',
      'Kun Li, Liang Yuan, Yunquan Zhang et al.',
    ),
    aiperf,
  ],
};
