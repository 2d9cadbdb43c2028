import { nameKey } from './name-key.ts';

/** A name that a source gives in both forms on one work: in Latin letters, and in its original script. */
export interface NativeWriting {
  latin: string;
  native: string;
  /** True if the author has confirmed the work. */
  confirmed: boolean;
}

/**
 * Variants of characters in names, by groups: the first represents the group. Contains simplified, traditional and Japanese forms that are
 * common in names, from a table of our own. Variants that are distinct names (斌 and 彬, 哲 and 喆) are in no common group.
 */
const variantGroups = `
陈陳 张張 刘劉 杨楊 赵趙 黄黃 吴吳 孙孫 马馬 罗羅 郑鄭 谢謝 冯馮 于於 萧蕭 邓鄧 许許 苏蘇 吕呂 卢盧
钟鍾鐘锺 谭譚 陆陸 贾賈 韦韋 范範 闫閻阎 邹鄒 龙龍竜 万萬 钱錢 汤湯 顾顧 贺賀 龚龔 严嚴厳 华華 齐齊斉 庄莊荘
涂塗 鲁魯 岳嶽 聂聶 关關関 欧歐 兰蘭 毕畢 乔喬 赖賴頼 庞龐 单單単 纪紀 宁寧甯 简簡 阳陽 应應応 饶饒 项項
芦蘆 丛叢 费費 党黨 习習 车車 宾賓 巩鞏 娄婁 邬鄔 缪繆 叶葉 丰豐 云雲 从從 仓倉 仪儀 优優 伟偉 传傳伝
伦倫 侠俠 俊儁 俪儷 儿兒児 亚亞亜 义義 乐樂楽 书書 卫衛 贞貞 军軍 农農 凤鳳 凯凱 刚剛 创創 则則 剑劍剣
励勵 动動 劳勞労 势勢 勋勳勲 协協 占佔 历歷歴曆 厉厲 县縣 发發髪発 变變変 叙敘 号號 启啟啓 员員 呜嗚 咏詠
响響 唤喚 啸嘯 园園薗 国國囯圀 圆圓円 图圖図 圣聖 场場 坚堅 坛壇 块塊 垦墾 垒壘 壮壯 声聲 壶壺 处處 备備
复復複 头頭 夹夾 奂奐 奋奮 奖獎 奥奧 妆妝 妇婦 娅婭 娇嬌 娱娛 娴嫻嫺 婵嬋 婴嬰 学學 宝寶寳 实實実 宠寵
审審 宪憲 宫宮 宽寬 对對対 寻尋 导導 寿壽 将將 尔爾 尘塵 尧堯尭 尽盡 层層 属屬 屿嶼 岁歲歳 岗崗 岛島嶋
岭嶺 峡峽 峥崢 岚嵐 峰峯 崎﨑 嵘嶸 巅巔 帅帥 师師 帜幟 带帶帯 帮幫 干乾幹 广廣広 庆慶 庐廬 库庫 庙廟 异異
弃棄 弥彌 弯彎 强強彊 归歸帰 录錄録 彦彥 彻徹 征徵 径徑 忆憶 志誌 忧憂 怀懷 态態 总總総 恒恆 恳懇 恺愷
悦悅 悬懸 惊驚 惠恵 惧懼 战戰戦 戏戲 扬揚 扫掃 抚撫 护護 报報 拟擬 择擇 挚摯 挥揮 据據 捞撈 携攜 摄攝
敌敵 数數 斋齋斎 斗鬥 斩斬 断斷 无無 旧舊 时時 旷曠 昆崑 昙曇 昼晝 显顯顕 晋晉 晒曬 晓曉暁 晔曄 晖暉 暂暫
术術 机機 杀殺 杂雜 权權権 条條 来來 杰傑 松鬆 极極 构構 枢樞 枣棗 枫楓 柜櫃 栋棟 栎櫟 栖棲 标標 树樹
样樣 桥橋 桢楨 桦樺 桨槳 梦夢 检檢 棱稜 楼樓 榄欖 横橫 樱櫻桜 欢歡 歼殲 殇殤 气氣気 汇匯彙 汉漢 沟溝 沣灃
沧滄 沪滬 泪淚 泽澤沢 泾涇 洁潔 洒灑 洼窪 浅淺 浆漿 浇澆 浏瀏 济濟済 浑渾 浓濃 浔潯 涛濤 涟漣 润潤 涧澗
涨漲 渊淵 渐漸 渔漁 温溫 湾灣 湿濕 溪谿 滚滾 滟灩 满滿 滢瀅 滤濾 滨濱浜 潇瀟 潜潛 澜瀾 灏灝 灵靈霊 灿燦
炀煬 炉爐 炜煒 炼煉鍊 烁爍 烂爛 烛燭 烟煙 热熱 焕煥 焘燾 煕熙 爱愛 爷爺 牍牘 牵牽 状狀 独獨 狮獅 猎獵
献獻 玑璣 玛瑪 玮瑋 环環 现現 玺璽 珏玨 珐琺 珑瓏 珲琿 琏璉 琐瑣 琼瓊 瑶瑤 璎瓔 瓒瓚 电電 画畫 畅暢 畴疇
疗療 疯瘋 皑皚 监監 盖蓋 盘盤 真眞 睁睜 瞩矚 矫矯 矿礦 码碼 砺礪 础礎 硕碩 确確 碍礙 礼禮 祯禎 祷禱 祸禍
禄祿 禅禪 离離 种種 积積 称稱 稳穩 穷窮 窃竊 窦竇 竖豎 竞競 笃篤 笔筆 笋筍 筑築 筱篠 签簽籤 籁籟 粤粵
粮糧 紧緊 红紅 纤纖 约約 级級 纬緯 纯純 纲綱 纳納 纵縱 纶綸 纷紛 纸紙 纹紋 纺紡 线線綫 练練 组組 细細
织織 终終 绍紹 经經経 结結 绘繪絵 绚絢 络絡 绝絕 统統 绢絹 绣繡 绥綏 继繼継 绩績 绪緒 续續続 绫綾 绮綺
绯緋 绰綽 绵綿 绶綬 绸綢 绿綠緑 缀綴 缇緹 缔締 缘緣縁 编編 缤繽 缦縵 缨纓 罚罰 羡羨 翘翹 耀燿 耸聳 聪聰聡
肃肅 胜勝 脉脈 脑腦 舰艦 艳艷豔 艺藝芸 节節 苇葦 苍蒼 茎莖 荆荊 荐薦 荣榮栄 荧熒 荫蔭 药藥薬 莅蒞 莱萊
莲蓮 莹瑩 莺鶯 萝蘿 萤螢 营營 蒋蔣 蓝藍 蓟薊 蔷薔 蔼藹 蕴蘊 藏蔵 虏虜 虑慮 虚虛 虽雖 虾蝦 蚁蟻 蛮蠻 蜡蠟
衔銜 补補 袭襲 装裝 见見 观觀観 规規 觉覺覚 览覽覧 触觸 誉譽 计計 订訂 训訓 记記 讲講 讷訥 论論 设設 访訪
证證 评評 识識 诉訴 词詞 译譯訳 试試 诗詩 诚誠 话話 诠詮 询詢 详詳 语語 说說説 诵誦 诸諸 诺諾 读讀読 课課
谊誼 调調 谈談 谋謀 谐諧 谦謙 谨謹 谱譜 谷穀 贝貝 负負 贡貢 财財 贤賢 质質 贯貫 贵貴 贶貺 贸貿 贻貽 资資
赋賦 赏賞 赐賜 赓賡 赛賽 赞贊讚賛 赟贇 赠贈 赢贏 趋趨 跃躍 践踐 踪蹤 轩軒 转轉転 轮輪 软軟 轶軼 轻輕軽
载載 辅輔 辉輝 辈輩 辑輯 输輸 辙轍 辞辭 边邊辺邉 辽遼 达達 迁遷 过過 迈邁 运運 还還 进進 远遠 连連 迟遲
适適 选選 逊遜 递遞 逻邏 遗遺 邝鄺 邻鄰 郁鬱 郏郟 郦酈 释釋釈 里裏裡 鉴鑒鑑 针針 钊釗 钏釧 钓釣 钦欽 钧鈞
钰鈺 铁鐵鉄 铃鈴 铄鑠 铎鐸 铜銅 铠鎧 铨銓 铭銘 银銀 铸鑄 链鏈 锁鎖 锋鋒 锐銳鋭 锡錫 锦錦 锴鍇 键鍵 镇鎮
镐鎬 镕鎔 镜鏡 镭鐳 镳鑣 长長 门門 闪閃 闯闖 闲閒閑 间間 闵閔 闻聞 闽閩 阁閣 阅閱閲 阐闡 阔闊 队隊 阵陣
阶階 际際 陕陝 险險 随隨 隐隱 隶隸 难難 雁鴈 雏雛 雾霧 静靜 韧韌 韩韓 韬韜 韵韻 页頁 顶頂 顺順 顽頑 预預
领領 颂頌 颖穎頴 颜顏顔 题題 额額 颢顥 风風 飏颺 飒颯 飘飄 飞飛 馆館 驭馭 驰馳 驱驅 驹駒 驻駐 驼駝 驾駕
骁驍 骄驕 骅驊 骆駱 骊驪 骋騁 验驗験 骏駿 骐騏 骑騎 骞騫 骥驥 髙高 鱼魚 鲍鮑 鲜鮮 鲲鯤 鲸鯨 鸟鳥 鸡雞鶏
鸣鳴 鸥鷗 鸿鴻 鹃鵑 鹄鵠 鹏鵬 鹤鶴 鹰鷹 麟麐 麦麥 黉黌 默黙 龄齡 龟龜亀 徳德 濑瀨瀬 泷瀧滝 槙槇 桧檜 冈岡
増增 黒黑 穂穗 遥遙 弾彈 曽曾 戸户戶 﨟臈 巣巢 舎舍 歩步 毎每 郎郞 青靑 清淸 卷巻 吉𠮷 丽麗 余餘 后後
姗姍 妍姸 游遊 岩巖 升昇 迪廸 台臺 沈瀋 烨燁爗 群羣 众眾衆`;

const representatives = new Map(
  variantGroups
    .trim()
    .split(/\s+/)
    .flatMap((group) => [...group].map((character) => [character, [...group][0] ?? character] as const)),
);

const hanPattern = /\p{Script=Han}/u;
const nonNameCharacters = /[\p{P}\p{Z}\p{S}\p{M}]/gu;

/**
 * Returns the comparison key of a name in Han characters: each normalised to one variant, in sorted order, because some sources write the
 * given name first. Null for a name in other or mixed scripts, and for a single character, which may be only a family name.
 */
export function hanKey(name: string): string | null {
  const characters = [...name.normalize('NFKC').replace(nonNameCharacters, '')];
  if (characters.length < 2 || !characters.every((character) => hanPattern.test(character))) return null;
  return characters
    .map((character) => representatives.get(character) ?? character)
    .sort()
    .join('');
}

/** Different names in Han characters with the same romanisation. */
interface HanNames {
  latin: string;
  natives: string[];
}

const firstSorted = (names: readonly string[]): string => names.toSorted()[0] ?? '';

/**
 * Returns the first Latin form for which sources give different names in Han characters, with those names; null if there is none. Names on
 * works that the author has confirmed are theirs, so only confirmed names raise no doubt. The result does not depend on the order of works.
 */
export function findDifferentHanNames(writings: readonly NativeWriting[]): HanNames | null {
  const readable = writings.flatMap((writing) => {
    const key = hanKey(writing.native);
    return key === null ? [] : [{ ...writing, key, latinKey: nameKey(writing.latin) }];
  });
  const byLatinKey = Map.groupBy(readable, ({ latinKey }) => latinKey);
  for (const latinKey of [...byLatinKey.keys()].sort()) {
    const sameLatin = byLatinKey.get(latinKey) ?? [];
    const namesByKey = [...Map.groupBy(sameLatin, ({ key }) => key).values()];
    if (namesByKey.length < 2 || namesByKey.every((sameNatives) => sameNatives.some(({ confirmed }) => confirmed))) continue;
    return {
      latin: firstSorted(sameLatin.map(({ latin }) => latin)),
      natives: namesByKey.map((sameNatives) => firstSorted(sameNatives.map(({ native }) => native))).sort(),
    };
  }
  return null;
}
